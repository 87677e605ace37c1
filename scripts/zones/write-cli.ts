import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../bootstrap/repository.mjs'
import { formatZones } from './zones.ts'

// `pnpm zones`: writes what Biome learns about who may import whom, from the lists of folders.
writeFileSync(path.join(root, 'biome.zones.json'), formatZones())
