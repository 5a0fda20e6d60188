import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Runs a command in our place: same terminal, our signals. Resolves to its exit code, 128 + n when a signal ended it. */
export function runInOurPlace(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the whole group: the child has it already, and a second one may mean "at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    const settle = (finish, value) => {
      for (const signal of forwarded) process.off(signal, forward);
      finish(value);
    };
    child.once('error', (error) => settle(reject, error));
    child.once('exit', (code, signal) => settle(resolve, signal ? 128 + constants.signals[signal] : code));
  });
}
