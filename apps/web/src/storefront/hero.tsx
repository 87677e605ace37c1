import { Link } from '@tanstack/react-router'
import { BadgeCheck, CreditCard, Timer } from 'lucide-react'
import { SellYours } from '#listings/sell-yours.tsx'
import { buttonClass } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { HeroDrawing } from './hero-drawing.tsx'

const promises = [
  { icon: BadgeCheck, text: 'Sellers with a tick are checked by us' },
  { icon: Timer, text: 'Held for you as soon as you book' },
  { icon: CreditCard, text: 'Pay by card; your code shows that you have the phone' },
]

/** What this place is, and the two ways in. */
export function Hero() {
  return (
    <section className="overflow-hidden border-b border-line bg-surface">
      <div className="mx-auto grid max-w-7xl items-center gap-x-8 px-4 pt-10 sm:px-6 sm:pt-14 lg:grid-cols-[1.1fr_1fr] lg:pt-0">
        <div className="lg:py-20">
          <PageTitle size="hero">A good phone deserves a second ring.</PageTitle>
          <p className="mt-5 max-w-lg text-lg text-muted">
            Buy a phone second-hand from the person who sells it: book it, pay by card, and meet them to collect it.
          </p>
          <div className="mt-7 flex flex-wrap gap-2 sm:gap-3">
            <a href="#categories" className={buttonClass()}>
              Browse phones
            </a>
            <SellYours
              others={
                <Link to="/dashboard/myOrders" className={buttonClass({ variant: 'secondary' })}>
                  See my orders
                </Link>
              }
            />
          </div>
          <ul className="mt-8 grid gap-2.5 text-sm text-muted">
            {promises.map(({ icon: Icon, text }) => (
              <li key={text} className="flex items-center gap-2.5">
                <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <HeroDrawing className="mx-auto mt-8 w-full max-w-md self-end lg:mt-0 lg:max-w-none" />
      </div>
    </section>
  )
}
