import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { CATEGORY_NAME_MAX_LENGTH } from '../limits.ts'
import { ImageUrl } from '../listings/picture.ts'
import { thingName } from '../names.ts'
import { Category } from './category.ts'

/** A category's name: no two differ in case, blanks or the spelling of an accent alone. */
export const CategoryName = thingName('Name is required', CATEGORY_NAME_MAX_LENGTH).check(
  z.normalize('NFC'),
  z.overwrite(name => name.replaceAll(/\s+/gu, ' ')),
)

/** A category as an admin sees it. */
export const ManagedCategory = z.extend(Category, {
  /** Since when it is hidden; null while it is open. */
  retiredAt: z.nullable(Instant),
  /** Its phones that are for sale or booked: while there are any it cannot be retired. */
  livePosts: z.int(),
})
export type ManagedCategory = z.infer<typeof ManagedCategory>

/** Open categories in the grid's order, then the retired ones by name. */
export const ListManagedOutput = z.array(ManagedCategory)

/** `image` is an address that the image host gave. The new category is the last of the grid. */
export const CreateCategoryInput = z.object({ name: CategoryName, image: ImageUrl })
export type CreateCategoryInput = z.infer<typeof CreateCategoryInput>
export const CreateCategoryOutput = z.object({ categoryId: Id })

export const RenameCategoryInput = z.object({ categoryId: Id, name: CategoryName })
export type RenameCategoryInput = z.infer<typeof RenameCategoryInput>

export const ChangeCategoryPictureInput = z.object({ categoryId: Id, image: ImageUrl })
export type ChangeCategoryPictureInput = z.infer<typeof ChangeCategoryPictureInput>

/** `place` counts from 1; one past the end is the end. */
export const PlaceCategoryInput = z.object({ categoryId: Id, place: z.int().check(z.minimum(1), z.maximum(10_000)) })
export type PlaceCategoryInput = z.infer<typeof PlaceCategoryInput>

export const RetireCategoryInput = z.object({ categoryId: Id })
export type RetireCategoryInput = z.infer<typeof RetireCategoryInput>

export const RestoreCategoryInput = z.object({ categoryId: Id })
export type RestoreCategoryInput = z.infer<typeof RestoreCategoryInput>

/** `changed` is false when it was so already. */
export const CategoryChanged = z.object({ categoryId: Id, changed: z.boolean() })
export type CategoryChanged = z.infer<typeof CategoryChanged>

export const MovePostsInput = z.object({ categoryId: Id, toCategoryId: Id })
export type MovePostsInput = z.infer<typeof MovePostsInput>

/** One call moves a bounded number; `left` says how many wait for the next. */
export const MovePostsOutput = z.object({ moved: z.int(), left: z.int() })
export type MovePostsOutput = z.infer<typeof MovePostsOutput>
