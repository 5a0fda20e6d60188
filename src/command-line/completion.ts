import type { Command } from './command.ts';
import { UsageError } from './failure.ts';

/** The words that may follow: commands, the second words of each, and the options of a whole command. */
function wordsOf(commands: readonly Command[], common: readonly string[]) {
  const first = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name))];
  const second = (word: string) =>
    commands.flatMap(({ name }) => (name.startsWith(`${word} `) ? [name.slice(word.length + 1)] : []));
  const options = ({ options = {} }: Command) => [...Object.keys(options), ...common].map((name) => `--${name}`);
  return { first, second, options };
}

function bash(commands: readonly Command[], common: readonly string[]): string {
  const { first, second, options } = wordsOf(commands, common);
  const groups = first.filter((word) => second(word).length > 0);
  const cases = commands.map((command) => `    "${command.name}") words="${options(command).join(' ')}" ;;`);
  const nested = groups.map((word) => `    "${word}") words="${second(word).join(' ')}" ;;`);
  return `_agent_gateway() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${first.join(' ')}"
  elif [ "$COMP_CWORD" -eq 2 ] && [[ "$word" != -* ]]; then
    case "\${COMP_WORDS[1]}" in
${nested.join('\n')}
    esac
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.filter((line) => /^ {4}"\S+ /.test(line)).join('\n')}
    *) case "\${COMP_WORDS[1]}" in
${cases.filter((line) => /^ {4}"\S+"/.test(line)).join('\n')}
    esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _agent_gateway agent-gateway
`;
}

/** Zsh can use what is written for bash. */
const zsh = (commands: readonly Command[], common: readonly string[]) =>
  `autoload -U +X bashcompinit && bashcompinit\n${bash(commands, common)}`;

function fish(commands: readonly Command[], common: readonly string[]): string {
  const { first, second } = wordsOf(commands, common);
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, summary, options = {} }) => {
    const [head = '', tail] = name.split(' ');
    const seen = `__fish_seen_subcommand_from ${head}`;
    const word =
      tail === undefined
        ? `complete -c agent-gateway -f -n __fish_use_subcommand -a ${head} -d ${quoted(summary)}`
        : `complete -c agent-gateway -f -n '${seen}; and not __fish_seen_subcommand_from ${second(head).join(' ')}' -a ${tail} -d ${quoted(summary)}`;
    const own = Object.keys(options).map((option) => `complete -c agent-gateway -n '${seen}' -l ${option}`);
    return [word, ...own];
  });
  const groups = first.filter((word) => second(word).length > 0);
  const heads = groups.map((word) => `complete -c agent-gateway -f -n __fish_use_subcommand -a ${word}`);
  return `${[...heads, ...lines, ...common.map((name) => `complete -c agent-gateway -l ${name}`)].join('\n')}\n`;
}

const shells = { bash, zsh, fish };

/** `source <(agent-gateway completion bash)` */
export const completionOf = (all: () => readonly Command[], common: readonly string[]): Command => ({
  name: 'completion',
  summary: 'Print the completion for a shell: bash, zsh or fish',
  usage: 'bash | zsh | fish',
  most: 1,
  async run({ terminal, argument }) {
    const shell = argument(0, 'shell');
    if (!Object.hasOwn(shells, shell)) throw new UsageError(`There is no completion for ${shell}: bash, zsh or fish.`);
    terminal.write(shells[shell as keyof typeof shells](all(), common));
  },
});
