import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#api-client/or-not-found.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { CasePage } from '#cases/case-page.tsx'
import { idParam } from '#ui/id-param.ts'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/cases/$orderId')({
  head: () => pageName('Case'),
  params: idParam('orderId'),
  loader: async ({ context: { queryClient, trpc }, params: { orderId } }) => {
    await orNotFound(queryClient.ensureQueryData(trpc.cases.byOrder.queryOptions({ orderId })))
  },
  component: CaseRoute,
})

function CaseRoute() {
  const { orderId } = Route.useParams()
  const { data: story } = useSuspenseQuery(useTRPC().cases.byOrder.queryOptions({ orderId }))
  return <CasePage story={story} />
}
