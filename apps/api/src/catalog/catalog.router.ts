import { GetCategoryInput, GetCategoryOutput, ListCategoriesOutput } from '@second-ring/contracts/catalog/category'
import { Nothing } from '@second-ring/contracts/nothing'
import { publicProcedure, router } from '../rpc/procedures.ts'
import { getCategory } from './get-category.ts'
import { listCategories } from './list-categories.ts'

export const catalogRouter = router({
  categories: publicProcedure
    .meta({ topics: () => ['categories'] })
    .input(Nothing)
    .output(ListCategoriesOutput)
    .query(({ ctx }) => listCategories(ctx.platform)),
  category: publicProcedure
    .input(GetCategoryInput)
    .output(GetCategoryOutput)
    .query(({ ctx, input }) => getCategory(ctx.platform, input.categoryId)),
})
