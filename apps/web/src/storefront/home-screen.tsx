import { can } from '@second-ring/contracts/permissions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { CategoryGrid } from '#catalog/category-grid.tsx'
import { useAccount } from '#session/session-context.ts'
import { Advantages } from '#storefront/advantages.tsx'
import { AdvertisedItems } from '#storefront/advertised-items.tsx'
import { Hero } from '#storefront/hero.tsx'
import { buttonClass } from '#ui/button.tsx'

export default function HomeScreen() {
  const categories = useQuery(useTRPC().catalog.categories.queryOptions())
  const account = useAccount()
  const manages = account && can(account.role, 'category.manage')
  return (
    <>
      <Hero />
      <Section id="categories" title="Categories" lead="Find your make, then pick your phone.">
        <CategoryGrid
          categories={categories.data}
          failed={categories.isError}
          openFirst={
            manages && (
              <Link to="/dashboard/Categories" className={buttonClass()}>
                Create the first one
              </Link>
            )
          }
        />
      </Section>
      <Section id="advertised" title="Advertised items" lead="Phones that their sellers want you to see first.">
        <AdvertisedItems />
      </Section>
      <Section id="advantages" title="Why buy second-hand?" lead="Six good reasons, and one of them is the price.">
        <Advantages />
      </Section>
    </>
  )
}

function Section({ id, title, lead, children }: { id: string; title: string; lead: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mx-auto max-w-7xl px-4 pt-14 last:pb-20 sm:px-6 sm:pt-20"
    >
      <h2 id={`${id}-title`} className="text-2xl font-bold sm:text-3xl">
        {title}
      </h2>
      <p className="mt-1.5 mb-7 text-muted">{lead}</p>
      {children}
    </section>
  )
}
