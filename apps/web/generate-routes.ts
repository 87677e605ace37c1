// Writes src/route-tree.gen.ts without Vite, so that types can be checked on a fresh clone.
import { Generator, getConfig } from '@tanstack/router-generator'

const root = import.meta.dirname
await new Generator({ config: getConfig({}, root), root }).run()
