import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { Picture } from '../listings/picture.ts'

export const Category = z.object({ id: Id, name: z.string(), slug: z.string(), image: Picture })
export type Category = z.infer<typeof Category>

export const ListCategoriesOutput = z.array(Category)

export const GetCategoryInput = z.object({ categoryId: Id })
export type GetCategoryInput = z.infer<typeof GetCategoryInput>
export const GetCategoryOutput = Category
