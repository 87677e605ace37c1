import { Badge } from '#ui/badge.tsx'

interface UserBadgesProps {
  suspended: boolean
  setAside: boolean
  leaving: boolean
}

/** What is out of the ordinary about an account; nothing of one in good standing. */
export function UserBadges({ suspended, setAside, leaving }: UserBadgesProps) {
  if (!suspended && !setAside && !leaving) return null
  return (
    <span className="flex flex-wrap gap-1.5">
      {suspended && <Badge tone="bad">Suspended</Badge>}
      {setAside && <Badge tone="warm">Set aside</Badge>}
      {leaving && <Badge tone="warm">About to be deleted</Badge>}
    </span>
  )
}
