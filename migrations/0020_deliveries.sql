-- An event is deleted once its deliveries are written: few are there at any time, and those that wait have their own index.
DROP INDEX events_by_age;
