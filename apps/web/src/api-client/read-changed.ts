import { changedQueries } from '@second-ring/contracts/changed-queries'
import type { Mutation, QueryClient } from '@tanstack/react-query'

/**
 * Reads again what a mutation may have changed. Of several of one kind, such as quick presses of a heart, only after the last:
 * an earlier read would undo the others on the screen.
 */
export async function readChanged(
  queryClient: QueryClient,
  mutation: Mutation<unknown, unknown, unknown, unknown>,
): Promise<void> {
  const { mutationKey } = mutation.options
  if (!mutationKey) return
  const pending = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' })
  if (pending.some(other => other !== mutation)) return
  await readAgain(queryClient, changedQueries[String(mutationKey[0]).replace(',', '.')] ?? [])
}

/**
 * Marks what is cached of these queries as out of date; what is on the screen is fetched again.
 * @param paths of queries, such as `orders.mine`
 * @returns resolves when it is there, or could not be fetched
 */
export async function readAgain(queryClient: QueryClient, paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map(path => queryClient.invalidateQueries({ queryKey: [path.split('.')] })))
}
