import { createFileRoute, notFound } from '@tanstack/react-router'
import { isNotThere } from '../../../../app/errors.ts'
import { pageName } from '../../../../app/page-name.ts'
import { trpc } from '../../../../app/trpc.ts'
import { readUserPart } from '../../../-user/user-parts.ts'
import { UserScreen } from '../../../-user/user-screen.tsx'

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
