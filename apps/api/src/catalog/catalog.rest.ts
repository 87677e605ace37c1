import { RestCategories } from '@second-ring/contracts/catalog/rest'
import { readShared } from '#http/response-cache.ts'
import type { RestPlugin } from '#http/rest/rest-routes.ts'
import { listCategories } from './list-categories.ts'

export const catalogRest: RestPlugin = async (app, { platform }) => {
  app.get(
    '/categories',
    {
      schema: { summary: 'All categories', response: { 200: RestCategories } },
      config: { access: 'anyone', mayShare: true },
    },
    async request => {
      const categories = await listCategories(readShared(platform, request.sharing, ['categories']))
      return categories.map(({ id, name, image }) => ({ _id: id, name, image: platform.imageHost.addressOf(image) }))
    },
  )
}
