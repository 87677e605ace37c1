import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'

vi.mock('#listings/upload-to-host.ts', () => ({ uploadToHost: vi.fn(async () => '/images/new.webp') }))

function category(name: string, changes: Partial<ManagedCategory> = {}): ManagedCategory {
  const id = `0190a000-0000-7000-8000-00000000000${name.length}`
  return { id, name, slug: 'x', image: { url: `/${name}.webp` }, retiredAt: null, livePosts: 0, ...changes }
}

const [pixel, nokia, fairphone] = [category('Pixel', { livePosts: 2 }), category('Nokias'), category('Fairphone')]
const gone = category('Blackberry', { retiredAt: '2026-01-06T12:00:00.000Z' })

let categories: ManagedCategory[]
beforeEach(() => {
  categories = [pixel, nokia, fairphone, gone]
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})

/** Opens the screen on a server that does what the calls say, as far as a test needs it. */
async function open(answers: Answers = {}) {
  const given = {
    place: vi.fn(({ categoryId, place }: { categoryId: string; place: number }) => {
      const moving = categories.find(({ id }) => id === categoryId)
      const others = categories.filter(({ id }) => id !== categoryId)
      if (moving) categories = others.toSpliced(place - 1, 0, moving)
      return { categoryId, changed: true }
    }),
    create: vi.fn(({ name }: { name: string }) => {
      categories = [...categories, category(name)]
      return { categoryId: category(name).id }
    }),
    changed: vi.fn((_path: string, input: { categoryId: string }) => ({ categoryId: input.categoryId, changed: true })),
  }
  const changing = (path: string) => (input: { categoryId: string }) => given.changed(path, input)
  openApp({
    path: '/dashboard/Categories',
    role: 'ADMIN',
    answers: {
      'catalog.managed': () => categories,
      'catalog.place': given.place,
      'catalog.create': given.create,
      ...Object.fromEntries(
        ['rename', 'changePicture', 'retire', 'restore'].map(path => [`catalog.${path}`, changing(path)]),
      ),
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Categories' })
  return given
}

const names = () =>
  within(screen.getAllByRole('list').find(list => list.tagName === 'OL') ?? document.body)
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const picture = new File(['pixels'], 'new.jpg', { type: 'image/jpeg' })

describe('the categories of an admin', () => {
  it('show their phones, and those that are retired apart', async () => {
    await open()
    expect(await screen.findByText('2 phones for sale or booked')).toBeVisible()
    expect(names()).toEqual(['Pixel', 'Nokias', 'Fairphone'])
    expect(
      within(screen.getByRole('region', { name: 'Retired' })).getByRole('heading', { name: 'Blackberry' }),
    ).toBeVisible()
  })

  it('load with skeletons, and say when they did not, with another try', async () => {
    let down = true
    await open({
      'catalog.managed': () => {
        if (down) throw refusal('Something is wrong', 'INVALID_INPUT', 400)
        return categories
      },
    })
    expect(await screen.findByText('The categories did not load')).toBeVisible()
    down = false
    await press('Try again')
    expect(await screen.findByRole('heading', { name: 'Pixel' })).toBeVisible()
  })

  it('are ordered by the keyboard, which says where each is and keeps the focus', async () => {
    const { place } = await open()
    const down = await screen.findByRole('button', { name: 'Move Pixel down' })
    down.focus()
    await userEvent.keyboard('{Enter}')
    expect(names()).toEqual(['Nokias', 'Pixel', 'Fairphone'])
    expect(screen.getByText('Pixel is now 2 of 3')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Move Pixel down' })).toHaveFocus()
    await userEvent.keyboard('{Enter}{Enter}')
    expect(names()).toEqual(['Nokias', 'Fairphone', 'Pixel'])
    expect(screen.getByText('Pixel is now 3 of 3')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Move Pixel down' })).toHaveAttribute('aria-disabled', 'true')
    await waitFor(() => expect(place.mock.calls.map(([input]) => input.place)).toEqual([2, 3]))
  })

  it('go back to the server’s order when a move is refused', async () => {
    await open({
      'catalog.place': () => {
        throw refusal('There is no such open category.', 'NOT_FOUND', 404)
      },
    })
    await press('Move Nokias up')
    expect(await screen.findByText('There is no such open category.')).toBeInTheDocument()
    await waitFor(() => expect(names()).toEqual(['Pixel', 'Nokias', 'Fairphone']))
  })
})

describe('a new category', () => {
  it('is what an empty market begins with: a name and a picture', async () => {
    categories = []
    const { create } = await open()
    expect(await screen.findByText('No categories yet. Create the first one.')).toBeVisible()
    await press('New category')
    await press('Create category')
    expect(await screen.findByText('Name is required')).toBeVisible()
    expect(screen.getByText('A picture is required')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Name'), '  Sony ')
    await userEvent.upload(screen.getByLabelText('Image'), picture)
    await press('Create category')
    expect(await screen.findByText('Sony is open')).toBeInTheDocument()
    expect(create).toHaveBeenCalledExactlyOnceWith({ name: 'Sony', image: '/images/new.webp' })
    expect(await screen.findByRole('heading', { name: 'Sony' })).toBeVisible()
  })

  it('says at the name that it is taken, and keeps all input', async () => {
    await open({
      'catalog.create': () => {
        throw refusal('There is a category of this name already.', 'CONFLICT', 409)
      },
    })
    await press('New category')
    await userEvent.type(await screen.findByLabelText('Name'), 'pixel')
    await userEvent.upload(screen.getByLabelText('Image'), picture)
    await press('Create category')
    expect(await screen.findByText('There is a category of this name already.')).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveFocus()
    expect(screen.getByLabelText('Name')).toHaveValue('pixel')
  })
})

describe('a category that is edited', () => {
  it('gets its new name, and its picture only when one is chosen', async () => {
    const { changed } = await open()
    await press(/^Edit *Pixel$/)
    const name = await screen.findByLabelText('Name')
    await userEvent.type(name, ' 9')
    await press('Save changes')
    expect(await screen.findByText('Pixel 9 is saved')).toBeInTheDocument()
    expect(changed).toHaveBeenCalledExactlyOnceWith('rename', { categoryId: pixel.id, name: 'Pixel 9' })
  })
})

describe('a category that is retired', () => {
  it('is retired after a question, when nothing is in it', async () => {
    const { changed } = await open()
    await press(/^Retire *Nokias$/)
    expect(await screen.findByRole('alertdialog', { name: 'Retire Nokias?' })).toBeVisible()
    expect(screen.queryByLabelText('Move them to')).toBeNull()
    categories = [pixel, fairphone, { ...nokia, retiredAt: '2026-01-06T12:00:00.000Z' }]
    await press('Retire')
    expect(await screen.findByText('Nokias is retired')).toBeInTheDocument()
    expect(changed).toHaveBeenCalledExactlyOnceWith('retire', { categoryId: nokia.id })
    await waitFor(() => expect(names()).toEqual(['Pixel', 'Fairphone']))
  })

  it('moves its phones to a chosen one first, until none is left', async () => {
    const move = vi.fn().mockReturnValueOnce({ moved: 1, left: 1 }).mockReturnValueOnce({ moved: 1, left: 0 })
    const { changed } = await open({ 'catalog.movePosts': move })
    await press(/^Retire *Pixel$/)
    await press('Move and retire')
    expect(await screen.findByText('Choose a category', { selector: '[role=alert] *' })).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Move them to'), 'Fairphone')
    await press('Move and retire')
    expect(await screen.findByText('Pixel is retired')).toBeInTheDocument()
    expect(move).toHaveBeenCalledTimes(2)
    expect(move).toHaveBeenCalledWith({ categoryId: pixel.id, toCategoryId: fairphone.id })
    expect(changed).toHaveBeenCalledExactlyOnceWith('retire', { categoryId: pixel.id })
  })

  it('says why it was refused, and stays open', async () => {
    await open({
      'catalog.retire': () => {
        throw refusal('1 phone is for sale or booked in this category.', 'CONFLICT', 409)
      },
    })
    await press(/^Retire *Nokias$/)
    await press('Retire')
    expect(await screen.findByText('1 phone is for sale or booked in this category.')).toBeVisible()
    expect(screen.getByRole('alertdialog')).toBeVisible()
  })

  it('cannot be emptied while there is no other', async () => {
    categories = [pixel]
    await open()
    await press(/^Retire *Pixel$/)
    expect(await screen.findByText('There is no other category yet. Create one, then come back.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Move and retire' })).toBeDisabled()
  })

  it('is brought back', async () => {
    const { changed } = await open()
    await press(/^Bring back *Blackberry$/)
    expect(await screen.findByText('Blackberry is open again')).toBeInTheDocument()
    expect(changed).toHaveBeenCalledExactlyOnceWith('restore', { categoryId: gone.id })
  })
})
