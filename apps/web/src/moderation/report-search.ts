/** What the queue of reports keeps in its address. */
interface ReportSearch {
  /** Undefined for the last reported first. */
  order?: 'most' | undefined
}

/** Reads the address; what makes no sense there is the usual order. */
export function readReportSearch({ order }: Record<string, unknown>): ReportSearch {
  return { order: order === 'most' ? order : undefined }
}
