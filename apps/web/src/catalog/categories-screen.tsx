import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { useQuery } from '@tanstack/react-query'
import { Plus, Shapes } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { CategoryList } from './category-list.tsx'
import { RetiredList } from './retired-list.tsx'
import { useCategoryOrder } from './use-category-order.ts'

const CategoryDialog = lazyPart(() => import('./category-dialog.tsx'))
const RetireDialog = lazyPart(() => import('./retire-dialog.tsx'))

type Asked = { about: 'new' } | { about: 'edit' | 'retire'; id: string }

/** The categories of the market: opened, named, ordered and retired here. */
export function CategoriesScreen() {
  const query = useQuery(useTRPC().catalog.managed.queryOptions())
  const [asked, setAsked] = useState<Asked>()
  const { data: categories } = query
  const open = categories?.filter(({ retiredAt }) => retiredAt === null) ?? []
  const create = (
    <Button onClick={() => setAsked({ about: 'new' })}>
      <Plus aria-hidden="true" className="size-5" />
      New category
    </Button>
  )
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <PageTitle>Categories</PageTitle>
          <p className="mt-2 text-muted">What phones are posted under, in the order that Home shows.</p>
        </div>
        {open.length > 0 && create}
      </div>
      <QueryData query={query} what="the categories">
        {managed => <Lists categories={managed} create={create} onAsk={setAsked} />}
      </QueryData>
      {asked && categories && <Asking asked={asked} categories={categories} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface ListsProps {
  categories: ManagedCategory[]
  create: ReactNode
  onAsk: (asked: Asked) => void
}

function Lists({ categories, create, onAsk }: ListsProps) {
  const { place, announcement } = useCategoryOrder()
  const open = categories.filter(({ retiredAt }) => retiredAt === null)
  const retired = categories.filter(({ retiredAt }) => retiredAt !== null)
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {open.length === 0 ? (
        <EmptyState icon={<Shapes />} title="No categories yet. Create the first one." action={create} />
      ) : (
        <CategoryList
          categories={open}
          onPlace={place}
          onEdit={({ id }) => onAsk({ about: 'edit', id })}
          onRetire={({ id }) => onAsk({ about: 'retire', id })}
        />
      )}
      {retired.length > 0 && (
        <section aria-labelledby="retired" className="mt-10">
          <h2 id="retired" className="mb-4 text-xl font-bold">
            Retired
          </h2>
          <RetiredList categories={retired} />
        </section>
      )}
    </>
  )
}

interface AskingProps {
  asked: Asked
  categories: ManagedCategory[]
  onClose: () => void
}

function Asking({ asked, categories, onClose }: AskingProps) {
  const category = asked.about === 'new' ? undefined : categories.find(({ id }) => id === asked.id)
  if (asked.about !== 'retire') return <CategoryDialog category={category} onClose={onClose} />
  const open = categories.filter(({ retiredAt }) => retiredAt === null)
  return category ? <RetireDialog category={category} categories={open} onClose={onClose} /> : null
}
