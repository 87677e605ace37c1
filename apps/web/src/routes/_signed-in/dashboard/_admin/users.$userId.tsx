import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#api-client/or-not-found.ts'
import { type Procedures, useTRPC } from '#api-client/trpc.ts'
import { idParam } from '#ui/id-param.ts'
import { pageName } from '#ui/page-name.ts'
import { uncheckedSearch } from '#ui/unchecked-search.ts'
import { readUserPart, type UserPartSearch } from '#users/user-parts.ts'
import { UserScreen } from '#users/user-screen.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/users/$userId')({
  head: () => pageName('User'),
  params: idParam('userId'),
  validateSearch: uncheckedSearch<UserPartSearch>(),
  loader: ({ context: { queryClient, trpc }, params }) =>
    orNotFound(queryClient.ensureQueryData(userQuery(trpc, params.userId))),
  component: UserRoute,
})

const userQuery = (trpc: Procedures, userId: string) => trpc.accounts.byId.queryOptions({ userId })

function UserRoute() {
  const { userId } = Route.useParams()
  const part = readUserPart(Route.useSearch())
  const { data: user } = useSuspenseQuery(userQuery(useTRPC(), userId))
  return <UserScreen key={userId} user={user} part={part} />
}
