import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** schema.prisma, as Prisma's engine takes it. */
export async function readSchema(): Promise<{ path: string; content: string }> {
  const url = new URL('../schema.prisma', import.meta.url)
  return { path: fileURLToPath(url), content: await readFile(url, 'utf8') }
}
