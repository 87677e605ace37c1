import { notFound } from '@tanstack/react-router'
import { isNotThere } from './errors.ts'

/**
 * What a loader reads.
 * @throws the not-found page where the server knows no such thing
 */
export async function orNotFound<Data>(read: Promise<Data>): Promise<Data> {
  try {
    return await read
  } catch (error) {
    throw isNotThere(error) ? notFound() : error
  }
}
