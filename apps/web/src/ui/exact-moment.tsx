import { exactMoment } from './moment.tsx'

/** An ISO instant as its date and time of day, for readers and programs alike. */
export function ExactMoment({ at }: { at: string }) {
  return <time dateTime={at}>{exactMoment(at)}</time>
}
