-- An event is deleted once its deliveries are written, and nothing looks for events by their age.
DROP INDEX events_by_age;
