import type { Transaction } from '@second-ring/database'

/** A name in lower-case Latin letters and digits; `category` when it has none. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'category'
}

/** The name's slug, with a number behind it while another category has it. Call it with the categories locked. */
export async function freeSlug(tx: Transaction, name: string): Promise<string> {
  const slug = slugOf(name)
  const taken = await tx.category.findMany({ where: { slug: { startsWith: slug } }, select: { slug: true } })
  const others = new Set(taken.map(other => other.slug))
  let free = slug
  for (let number = 2; others.has(free); number += 1) free = `${slug}-${number}`
  return free
}
