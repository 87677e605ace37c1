/** What a stream says first, or why it is rejected. */
export interface FirstEvent {
  status: number
  code: string | undefined
  data: unknown
}

/** Opens a stream as an event source does, reads its first event, and leaves. */
export async function firstOfStream(
  url: string,
  as: string | undefined,
  headers: Record<string, string> = {},
): Promise<FirstEvent> {
  const leave = new AbortController()
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers, ...(as !== undefined && { authorization: as }) },
    signal: leave.signal,
  })
  const { status } = response
  try {
    if (status !== 200) return { status, code: ((await response.json()) as { code: string }).code, data: null }
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const data = /^data: (\{.*\})\n\n/m.exec(text)?.[1]
      if (data !== undefined) return { status, code: undefined, data: JSON.parse(data) }
    }
    return { status, code: undefined, data: null }
  } finally {
    leave.abort()
  }
}
