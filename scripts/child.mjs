import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Runs a command with our terminal and signals. Resolves to its exit code, or 128 + n when signal n ended it. */
export function runInOurPlace(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the whole process group. The child has it already; a second one could mean "stop at once".
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

/** Goes on as another command: in this very process where Node can do that, otherwise as its parent until it ends. */
export async function goOnAs(command, args) {
  process.execve?.(command, [command, ...args], process.env);
  process.exit(await runInOurPlace(command, args));
}
