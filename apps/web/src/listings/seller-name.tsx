import { TickedName } from '../ui/ticked-name.tsx'

/** Who sells, with a tick when an admin has verified them. */
export function SellerName({ name, verified }: { name: string; verified: boolean }) {
  return <TickedName name={name} tick={verified ? 'Verified seller' : undefined} />
}
