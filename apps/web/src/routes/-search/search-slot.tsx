import { useLater } from '../../app/use-later.ts'

/** The place of the search box in the top navigation. Its code comes after the screen is there. */
export function SearchSlot() {
  const Box = useLater(() => import('./search-box.tsx'))
  // As large as the box, so that nothing moves when it comes.
  return (
    <div className="order-1 min-h-11 w-full rounded-full bg-surface lg:order-none lg:mx-4 lg:max-w-md lg:flex-1">
      {Box && <Box />}
    </div>
  )
}
