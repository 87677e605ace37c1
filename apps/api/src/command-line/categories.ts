import { defaultAccountLimits } from '@second-ring/contracts/account-limits'
import {
  CategoryName,
  type ManagedCategory,
  PlaceCategoryInput,
} from '@second-ring/contracts/catalog/manage-categories'
import type { Database } from '@second-ring/database'
import { imageHostOf } from '#adapters/images/choose-image-host.ts'
import { createCategory } from '#catalog/create-category.ts'
import { listManaged } from '#catalog/list-managed.ts'
import { movePosts } from '#catalog/move-posts.ts'
import { placeCategory } from '#catalog/place-category.ts'
import { renameCategory } from '#catalog/rename-category.ts'
import { restoreCategory } from '#catalog/restore-category.ts'
import { retireCategory } from '#catalog/retire-category.ts'
import { readPictureEnv } from '#env.ts'
import { createSandboxImageHost } from '#platform/image-host.ts'
import { type Command, UsageError } from './command.ts'
import { uploadedPicture } from './uploaded-picture.ts'
import { withDatabase } from './with-database.ts'

const by = 'COMMAND_LINE'

/** For what shows no picture. */
const imageHost = createSandboxImageHost('http://localhost')

const all = (database: Database) => listManaged({ database, imageHost }, by)

const list: Command = {
  words: 'categories list',
  parameters: '',
  summary: 'shows the categories in the grid’s order, with their phones that are for sale or booked',
  takes: 0,
  async run(_given, terminal) {
    const categories = await withDatabase(terminal, all)
    if (categories.length === 0) terminal.print('No categories yet. Create the first one.')
    for (const [index, { name, id, livePosts, retiredAt }] of categories.entries()) {
      const place = retiredAt === null ? String(index + 1) : 'retired'
      terminal.print(`${place.padStart(7)}  ${id}  ${String(livePosts).padStart(7)} phones  ${name}`)
    }
    return true
  },
}

const create: Command = {
  words: 'categories create',
  parameters: 'NAME --picture FILE|URL',
  summary: 'opens a category, the last of the grid; a file is sent to the image host first',
  takes: 1,
  options: ['picture'],
  async run({ words: [text], options: { picture } }, terminal) {
    const name = readName(text)
    if (!picture) throw new UsageError('--picture is missing.')
    const env = readPictureEnv(terminal.env)
    const image = await uploadedPicture(picture, env)
    await withDatabase(terminal, database =>
      createCategory({ database, imageHost: imageHostOf(env), accountLimits: defaultAccountLimits }, by, {
        name,
        image,
      }),
    )
    terminal.print(`${name} is open`)
    return true
  },
}

const rename: Command = {
  words: 'categories rename',
  parameters: 'CATEGORY NAME',
  summary: 'gives a category another name; a category is said by its name or its id',
  takes: 2,
  async run({ words: [category, text] }, terminal) {
    const to = readName(text)
    await withDatabase(terminal, async database => {
      const { id: categoryId, name } = await findCategory(database, category)
      const { changed } = await renameCategory({ database }, by, { categoryId, name: to })
      terminal.print(changed ? `${name} is ${to} now` : `${to} is its name already`)
    })
    return true
  },
}

const order: Command = {
  words: 'categories order',
  parameters: 'CATEGORY PLACE',
  summary: 'moves a category to a place in the grid; 1 is the first',
  takes: 2,
  async run({ words: [category, text] }, terminal) {
    const place = PlaceCategoryInput.shape.place.safeParse(Number(text)).data
    if (place === undefined) throw new UsageError('The place is a number, such as 1.')
    await withDatabase(terminal, async database => {
      const { id: categoryId, name } = await findCategory(database, category)
      const { changed } = await placeCategory({ database }, by, { categoryId, place })
      terminal.print(changed ? `${name} was moved` : `${name} is there already`)
    })
    return true
  },
}

const retire: Command = {
  words: 'categories retire',
  parameters: 'CATEGORY',
  summary: 'hides a category in which no phone is for sale or booked',
  takes: 1,
  async run({ words: [category] }, terminal) {
    await withDatabase(terminal, async database => {
      const { id: categoryId, name } = await findCategory(database, category)
      const { changed } = await retireCategory({ database }, by, { categoryId })
      terminal.print(changed ? `${name} is retired` : `${name} was retired already`)
    })
    return true
  },
}

const restore: Command = {
  words: 'categories restore',
  parameters: 'CATEGORY',
  summary: 'brings a retired category back, as the last of the grid',
  takes: 1,
  async run({ words: [category] }, terminal) {
    await withDatabase(terminal, async database => {
      const { id: categoryId, name } = await findCategory(database, category)
      const { changed } = await restoreCategory({ database }, by, { categoryId })
      terminal.print(changed ? `${name} is open again` : `${name} is open already`)
    })
    return true
  },
}

const move: Command = {
  words: 'categories move',
  parameters: 'FROM TO',
  summary: 'moves all phones of a category to another one',
  takes: 2,
  async run({ words: [category, other] }, terminal) {
    await withDatabase(terminal, async database => {
      const [from, to] = [await findCategory(database, category), await findCategory(database, other)]
      const input = { categoryId: from.id, toCategoryId: to.id }
      let total = 0
      for (;;) {
        const { moved, left } = await movePosts({ database }, by, input)
        total += moved
        if (left === 0) break
        terminal.print(`${total} moved, ${left} left`)
      }
      terminal.print(`${total} ${total === 1 ? 'phone' : 'phones'} moved from ${from.name} to ${to.name}`)
    })
    return true
  },
}

function readName(text: string): string {
  const { data, error } = CategoryName.safeParse(text)
  if (data === undefined) throw new UsageError(error?.issues[0]?.message ?? 'This is no name.')
  return data
}

/** @throws Error when there is none */
export async function findCategory(database: Database, said: string): Promise<ManagedCategory> {
  const fold = (name: string) => (CategoryName.safeParse(name).data ?? name).toLowerCase()
  const found = (await all(database)).find(({ id, name }) => id === said.toLowerCase() || fold(name) === fold(said))
  if (!found) throw new Error(`There is no category ${said}: see categories list`)
  return found
}

export const categoryCommands = [list, create, rename, order, retire, restore, move]
