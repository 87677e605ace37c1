import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { Picture } from '../listings/picture.ts'

export const Category = z.object({ id: Id, name: z.string(), slug: z.string(), image: Picture })
export type Category = z.infer<typeof Category>

export const ListCategoriesOutput = z.array(Category)

export const GetCategoryInput = z.object({ categoryId: Id })
export type GetCategoryInput = z.infer<typeof GetCategoryInput>
export const GetCategoryOutput = Category

export const RetiredCategoryInput = z.object({ slug: z.string().check(z.regex(/^[a-z0-9-]{1,100}$/i)) })
export type RetiredCategoryInput = z.infer<typeof RetiredCategoryInput>
/** A category that was retired, by its name of then. */
export const RetiredCategoryOutput = z.pick(Category, { name: true, slug: true })
export type RetiredCategoryOutput = z.infer<typeof RetiredCategoryOutput>
