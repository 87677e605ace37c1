import {
  GetCategoryInput,
  GetCategoryOutput,
  ListCategoriesOutput,
  RetiredCategoryInput,
  RetiredCategoryOutput,
} from '@second-ring/contracts/catalog/category'
import {
  CategoryChanged,
  ChangeCategoryPictureInput,
  CreateCategoryInput,
  CreateCategoryOutput,
  ListManagedOutput,
  MovePostsInput,
  MovePostsOutput,
  PlaceCategoryInput,
  RenameCategoryInput,
  RestoreCategoryInput,
  RetireCategoryInput,
} from '@second-ring/contracts/catalog/manage-categories'
import { Nothing } from '@second-ring/contracts/nothing'
import { adminMutation, adminProcedure, router, sharedProcedure } from '#http/trpc/procedures.ts'
import { changeCategoryPicture } from './change-category-picture.ts'
import { createCategory } from './create-category.ts'
import { getCategory } from './get-category.ts'
import { getRetiredCategory } from './get-retired-category.ts'
import { listCategories } from './list-categories.ts'
import { listManaged } from './list-managed.ts'
import { movePosts } from './move-posts.ts'
import { placeCategory } from './place-category.ts'
import { renameCategory } from './rename-category.ts'
import { restoreCategory } from './restore-category.ts'
import { retireCategory } from './retire-category.ts'

export const catalogRouter = router({
  categories: sharedProcedure
    .input(Nothing)
    .output(ListCategoriesOutput)
    .query(({ ctx }) => listCategories(ctx.shared(['categories']))),
  category: sharedProcedure
    .input(GetCategoryInput)
    .output(GetCategoryOutput)
    .query(({ ctx, input }) => getCategory(ctx.shared(['categories']), input.categoryId)),
  retired: sharedProcedure
    .input(RetiredCategoryInput)
    .output(RetiredCategoryOutput)
    .query(({ ctx, input }) => getRetiredCategory(ctx.shared(['categories']), input)),
  managed: adminProcedure
    .input(Nothing)
    .output(ListManagedOutput)
    .query(({ ctx }) => listManaged(ctx.platform, ctx.caller)),
  create: adminMutation
    .input(CreateCategoryInput)
    .output(CreateCategoryOutput)
    .mutation(({ ctx, input }) => createCategory(ctx.platform, ctx.caller, input)),
  rename: adminMutation
    .input(RenameCategoryInput)
    .output(CategoryChanged)
    .mutation(({ ctx, input }) => renameCategory(ctx.platform, ctx.caller, input)),
  changePicture: adminMutation
    .input(ChangeCategoryPictureInput)
    .output(CategoryChanged)
    .mutation(({ ctx, input }) => changeCategoryPicture(ctx.platform, ctx.caller, input)),
  place: adminMutation
    .input(PlaceCategoryInput)
    .output(CategoryChanged)
    .mutation(({ ctx, input }) => placeCategory(ctx.platform, ctx.caller, input)),
  retire: adminMutation
    .input(RetireCategoryInput)
    .output(CategoryChanged)
    .mutation(({ ctx, input }) => retireCategory(ctx.platform, ctx.caller, input)),
  restore: adminMutation
    .input(RestoreCategoryInput)
    .output(CategoryChanged)
    .mutation(({ ctx, input }) => restoreCategory(ctx.platform, ctx.caller, input)),
  movePosts: adminMutation
    .input(MovePostsInput)
    .output(MovePostsOutput)
    .mutation(({ ctx, input }) => movePosts(ctx.platform, ctx.caller, input)),
})
