import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'
import { Order } from './order.ts'

/** The caller's own orders, newest first. */
export const ListMyOrdersInput = PageInput
export type ListMyOrdersInput = z.infer<typeof ListMyOrdersInput>
export const ListMyOrdersOutput = pageOf(Order)

export const GetOrderInput = z.object({ orderId: Id })
export type GetOrderInput = z.infer<typeof GetOrderInput>
export const GetOrderOutput = Order
