import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { pageName } from '#ui/page-name.ts'
import { readUserPart } from '#users/user-parts.ts'
import { UserScreen } from '#users/user-screen.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/users/$userId')({
  head: () => pageName('User'),
  validateSearch: readUserPart,
  loader: async ({ context: { queryClient, trpc }, params }) => {
    try {
      await queryClient.ensureQueryData(trpc.accounts.byId.queryOptions(params))
    } catch (error) {
      throw isNotThere(error) ? notFound() : error
    }
  },
  component: UserRoute,
})

function UserRoute() {
  const { userId } = Route.useParams()
  const { part } = Route.useSearch()
  const { data: user } = useSuspenseQuery(useTRPC().accounts.byId.queryOptions({ userId }))
  return <UserScreen key={userId} user={user} part={part ?? 'listings'} />
}
