import { closeDatabase, createDatabase } from '@second-ring/database/create-database'
import { directUrl, required } from '@second-ring/database/env'
import { runCli } from '@second-ring/database/run-cli'
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
