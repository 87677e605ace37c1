import { HandCoins, Leaf, PackageCheck, ShieldCheck, Smartphone, Users } from 'lucide-react'

const advantages = [
  {
    icon: HandCoins,
    title: 'Less money, most of the phone',
    text: 'A phone loses a good part of its price in its first year and little of its use.',
  },
  {
    icon: Leaf,
    title: 'Kinder to the planet',
    text: 'Most of the footprint of a phone is in making it. Every extra year of use is a phone that need not be made.',
  },
  {
    icon: Smartphone,
    title: 'A better model for the money',
    text: 'An older flagship can cost what a new budget phone does, with the better camera and screen.',
  },
  {
    icon: PackageCheck,
    title: 'Know what you are looking at',
    text: 'Each post says how long the phone was used, its condition and what it cost new, so you can judge the price.',
  },
  {
    icon: ShieldCheck,
    title: 'Your money is looked after',
    text: 'You pay by card, for the price that you booked. If the phone is gone when you pay, your money goes back to your card.',
  },
  {
    icon: Users,
    title: 'Meet before you take it',
    text: 'You name a place when you book. Check the phone in your hand before you show the seller your code.',
  },
]

/** Why buying a phone second-hand is a good idea. */
export function Advantages() {
  return (
    <ul className="grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
      {advantages.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <span
            aria-hidden="true"
            className="grid size-11 shrink-0 place-items-center rounded-2xl bg-accent-soft text-accent-ink"
          >
            <Icon className="size-5" />
          </span>
          <div>
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
