import { closeDatabase, createDatabase } from '@second-ring/database'
import { grantAdmin } from './grant-admin.ts'

// `pnpm admin grant EMAIL`, at DATABASE_URL.
const [verb, email] = process.argv.slice(2)
const url = process.env.DATABASE_URL

async function main(): Promise<string> {
  if (verb !== 'grant' || !email) throw new Error('Say who: pnpm admin grant EMAIL')
  if (!url) throw new Error('Set DATABASE_URL to the product’s database')
  const database = createDatabase(url)
  try {
    return (await grantAdmin(database, email)) ? `${email} is an admin now` : `${email} is an admin already`
  } finally {
    await closeDatabase(database)
  }
}

main().then(
  message => process.stdout.write(`${message}\n`),
  error => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
