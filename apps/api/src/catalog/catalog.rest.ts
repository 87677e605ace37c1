import { RestCategories } from '@second-ring/contracts/catalog/rest'
import { type Endpoint, endpoint } from '#http/rest/endpoint.ts'
import { listCategories } from './list-categories.ts'

export const catalogRest: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/categories',
    summary: 'All categories',
    access: 'anyone',
    answer: RestCategories,
    shared: () => ['categories'],
    async handle({ platform }) {
      const categories = await listCategories(platform)
      return categories.map(({ id, name, image }) => ({ _id: id, name, image: platform.imageHost.addressOf(image) }))
    },
  }),
]
