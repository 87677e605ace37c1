import { shownName } from '../app/shown-name.ts'
import { TickedName } from '../ui/ticked-name.tsx'

/** Who sells, with a tick when an admin has verified them. Someone who was removed has neither name nor tick. */
export function SellerName({ name, verified }: { name: string; verified: boolean }) {
  return <TickedName name={shownName(name)} tick={verified && name.trim() ? 'Verified seller' : undefined} />
}
