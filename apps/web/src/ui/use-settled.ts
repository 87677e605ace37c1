import { useEffect, useState } from 'react'

// Long enough that typing a name or a price asks once.
const PAUSE_MS = 400

/** What can be written as JSON, as it was when it last stayed the same for a moment. */
export function useSettled<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState({ text, value })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, value: JSON.parse(text) as Value }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled.value
}
