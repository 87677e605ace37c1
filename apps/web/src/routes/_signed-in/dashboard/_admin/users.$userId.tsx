import { createFileRoute, notFound } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { trpc } from '#api-client/trpc.ts'
import { pageName } from '#ui/page-name.ts'
import { readUserPart } from '#users/user-parts.ts'
import { UserScreen } from '#users/user-screen.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/users/$userId')({
  head: () => pageName('User'),
  validateSearch: readUserPart,
  loader: async ({ context: { queries }, params }) => {
    try {
      await queries.accounts.byId.ensureData(params)
    } catch (error) {
      throw isNotThere(error) ? notFound() : error
    }
  },
  component: UserRoute,
})

function UserRoute() {
  const { userId } = Route.useParams()
  const { part } = Route.useSearch()
  const [user] = trpc.accounts.byId.useSuspenseQuery({ userId })
  return <UserScreen key={userId} user={user} part={part ?? 'listings'} />
}
