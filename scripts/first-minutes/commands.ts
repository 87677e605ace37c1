/** A command that CONTRIBUTING.md names, and how it is tried in a fresh clone. Arguments are pnpm's. */
export type Tried = {
  named: string
  /** What `npm test` runs of it, in seconds; without it, it is tried by `pnpm first-minutes` alone. */
  quick?: string[]
  /** What `pnpm first-minutes` runs: the command itself, or its short form. */
  whole: string[]
  /** What it writes when it has run, though it then fails for what it measured on a busy machine. */
  measured?: string
}

/** The demo market's admin, who is one already: everybody else there has a deal open, and nobody is made an admin in one. */
const EMAIL = 'admin@second-ring.test'

const words = (text: string) => text.split(' ')
const both = (named: string, args: string) => ({ named, quick: words(args), whole: words(args) })

/** In this order: what is looked at has been made before. They run at a DATABASE_URL of their own. */
export const commands: Tried[] = [
  {
    named: 'pnpm verify',
    quick: words('exec turbo run typecheck --filter=@second-ring/contracts'),
    whole: ['verify'],
  },
  both('pnpm zones', 'zones'),
  both('pnpm format', 'format packages/contracts'),
  {
    named: 'pnpm --filter @second-ring/api test',
    quick: words('--filter @second-ring/api test src/user-oversight/grant-admin'),
    whole: words('--filter @second-ring/api test orders'),
  },
  { named: 'pnpm fuzz --seed 1 --count 30000', whole: words('fuzz --seed 1 --count 300') },
  { named: 'pnpm db:diff NAME', whole: words('db:diff what_changes') },
  both('pnpm db:migrate', 'db:migrate'),
  both('pnpm db:seed', 'db:seed'),
  both('pnpm devices:update', 'devices:update'),
  both('pnpm audit:verify', 'audit:verify'),
  { named: 'pnpm audit:dependencies', whole: ['audit:dependencies'] },
  { named: 'pnpm bench:overload', whole: ['bench:overload'] },
  { named: 'pnpm bench:door', whole: ['bench:door'] },
  { named: 'pnpm bench:audit', whole: ['bench:audit'] },
  { named: 'pnpm bench:ledger', whole: ['bench:ledger'] },
  { named: 'pnpm bench:paying', whole: ['bench:paying'], measured: 'paying: ' },
  { named: 'pnpm bench:jobs', whole: ['bench:jobs'] },
  { named: 'pnpm bench', whole: words('bench --only category --sizes 1000'), measured: '| target' },
  both('pnpm second-ring help', 'second-ring help'),
  both('pnpm admin grant EMAIL', `admin grant ${EMAIL}`),
  both('pnpm ledger:verify', 'ledger:verify'),
  { named: 'pnpm web-weight', whole: words('exec turbo run web-weight') },
  { named: 'pnpm lighthouse', whole: ['lighthouse'] },
  { named: 'pnpm chaos', whole: words('chaos --short') },
  { named: 'pnpm first-minutes', whole: words('exec turbo --version') },
]

/** The commands that the table of CONTRIBUTING.md names, in its order. */
export function namedCommands(contributing: string): string[] {
  const cells = [...contributing.matchAll(/^\| (`pnpm .*?) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap(cell => [...cell.matchAll(/`(pnpm [^`]+)`/g)].map(([, command = '']) => command))
}
