import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'
import { Order } from './order.ts'

/** The caller's own orders, newest first; with `live` those alone that can be paid or are. */
export const ListMyOrdersInput = z.extend(PageInput, { live: z.optional(z.boolean()) })
export type ListMyOrdersInput = z.infer<typeof ListMyOrdersInput>
export const ListMyOrdersOutput = pageOf(Order)

export const GetOrderInput = z.object({ orderId: Id })
export type GetOrderInput = z.infer<typeof GetOrderInput>
export const GetOrderOutput = Order
