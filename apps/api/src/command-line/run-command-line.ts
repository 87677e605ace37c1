import { parseArgs } from 'node:util'
import { adminCommands } from './admin.ts'
import { categoryCommands } from './categories.ts'
import { type Command, type Terminal, UsageError } from './command.ts'
import { feeCommands } from './fees.ts'
import { verifyCommands } from './verify.ts'

const doctor: Command = {
  words: 'doctor',
  parameters: '',
  summary: 'checks all that a production server needs, with what to do about each fault',
  takes: 0,
  run: async (_given, terminal) => (await import('./doctor/run-doctor.ts')).runDoctor(terminal),
}

const commands = [...categoryCommands, ...adminCommands, ...feeCommands, ...verifyCommands, doctor]

/**
 * Runs what a command line says.
 * @returns the exit code: 0, 1 when something is wrong or cannot be done, 2 for words that make no sense
 */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  const [first = 'help'] = args
  if (['help', '--help', '-h'].includes(first)) {
    terminal.print(usageOf(commands))
    return 0
  }
  const named = commands.find(({ words }) => args.slice(0, words.split(' ').length).join(' ') === words)
  if (!named) {
    const family = commands.filter(({ words }) => words.startsWith(`${first} `))
    terminal.complain(`There is no command "${args.slice(0, family.length > 0 ? 2 : 1).join(' ')}".`)
    terminal.complain(usageOf(family.length > 0 ? family : commands))
    return 2
  }
  try {
    const given = readWords(named, args.slice(named.words.split(' ').length))
    return (await named.run(given, terminal)) === false ? 1 : 0
  } catch (error) {
    terminal.complain(lineAbout(error))
    if (!(error instanceof UsageError)) return 1
    terminal.complain(usageOf([named]))
    return 2
  }
}

function readWords({ takes, options = [], lists = [] }: Command, args: string[]): Parameters<Command['run']>[0] {
  const { positionals, values } = parsed(args, [...options, ...lists])
  const twice = options.find(name => (values[name]?.length ?? 0) > 1)
  if (twice !== undefined) throw new UsageError(`--${twice} is given more than once.`)
  if (positionals.length !== takes) {
    throw new UsageError(`This takes ${takes === 1 ? '1 word' : `${takes} words`}, not ${positionals.length}.`)
  }
  const [one = '', two = ''] = positionals
  const single = options.flatMap(name => {
    const [value] = values[name] ?? []
    return value === undefined ? [] : [[name, value] as const]
  })
  return { words: [one, two], options: Object.fromEntries(single), lists: values }
}

function parsed(args: string[], options: readonly string[]) {
  try {
    const known = Object.fromEntries(options.map(name => [name, { type: 'string' as const, multiple: true as const }]))
    return parseArgs({ args, options: known, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function usageOf(shown: readonly Command[]): string {
  const lines = shown.map(({ words, parameters, summary }) => ({ call: `${words} ${parameters}`.trim(), summary }))
  const width = Math.max(...lines.map(({ call }) => call.length))
  return ['Usage:', ...lines.map(({ call, summary }) => `  second-ring ${call.padEnd(width)}  ${summary}`)].join('\n')
}

// A host with several addresses fails with an error of several, which has no message of its own.
function lineAbout(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(lineAbout).join('; ')
  return error instanceof Error ? error.message : String(error)
}
