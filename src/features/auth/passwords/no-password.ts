/** What stands for a hash where there is no password: none has this hash. */
export const noPassword = '!';
