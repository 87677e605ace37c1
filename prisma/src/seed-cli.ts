import { closeDatabase, createDatabase } from './create-database.ts'
import { directUrl, required } from './env.ts'
import { runCli } from './run-cli.ts'
import { seed } from './seed.ts'

// Fills the database of DATABASE_URL with the demo market, and the folder IMAGES_DIR with its pictures.
await runCli(async () => {
  const { IMAGES_DIR } = required('DATABASE_URL', 'IMAGES_DIR')
  const database = createDatabase(directUrl())
  try {
    const { pictures, listings, orders } = await seed(database, { imagesDir: IMAGES_DIR })
    if (pictures + listings + orders === 0) return ['The demo market is already there']
    return [`Demo market: ${listings} listings, ${orders} orders and ${pictures} pictures are new`]
  } finally {
    await closeDatabase(database)
  }
})
