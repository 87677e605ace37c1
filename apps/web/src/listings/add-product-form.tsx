import { zodResolver } from '@hookform/resolvers/zod'
import type { Category } from '@second-ring/contracts/catalog/category'
import { attributesOf } from '@second-ring/contracts/listings/attributes'
import { CreateListingForm, type CreateListingInput } from '@second-ring/contracts/listings/create-listing'
import { conditions } from '@second-ring/contracts/listings/listing'
import { PriceEstimateInput } from '@second-ring/contracts/listings/price-estimate'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type Control, Controller, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { messageOf } from '#api-client/errors.ts'
import { canProveMore } from '#api-client/limit-error.tsx'
import { Button } from '#ui/button.tsx'
import { FormError, nothingLost } from '#ui/field.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextAreaField, TextField } from '#ui/text-field.tsx'
import { forgetDraft, readDraft, storeDraft } from './listing-draft.ts'
import { PictureField } from './picture-field.tsx'
import { PictureFile } from './picture-file.ts'
import { PictureNotSent, type Upload, usePictureUpload } from './use-picture-upload.ts'
import { useSending } from './use-sending.ts'

const AddProductSchema = z.extend(CreateListingForm, {
  image: PictureFile,
})
type Filled = z.output<typeof AddProductSchema>

const asked = attributesOf('form')

interface AddProductFormProps {
  categories: readonly Category[]
  sellerName: string
  /** Whose draft is kept in this tab until it is posted. */
  userId: string
  /** Whether the seller has proven their email; who has not is shown the way where a limit stops them. */
  emailVerified?: boolean | undefined
  /** Sends the picture to the image host; resolves to its address. */
  upload: Upload
  create: (listing: CreateListingInput) => Promise<unknown>
  onPosted: (productName: string) => void
  /** Shows what phones like the one that is described cost, beside its price. */
  renderBand?: ((phone: PriceEstimateInput, priceCents: number | undefined) => ReactNode) | undefined
}

/** Posts a phone: its picture first, and the post only when the picture is in place. Keeps what is typed on failure, and in this tab. */
export function AddProductForm({
  categories,
  sellerName,
  userId,
  emailVerified = true,
  ...props
}: AddProductFormProps) {
  const { upload, create, onPosted, renderBand } = props
  const [rejection, setRejection] = useState<unknown>()
  const { progress, addressOf } = usePictureUpload(upload)
  const { isSending, send } = useSending()
  const { register, control, handleSubmit, setError, watch, formState } = useForm<
    z.input<typeof AddProductSchema>,
    unknown,
    Filled
  >({
    resolver: zodResolver(AddProductSchema),
    defaultValues: {
      productName: '',
      sellerName,
      originalPrice: '',
      resalePrice: '',
      yearsUsed: '',
      ...Object.fromEntries(asked.map(({ name }) => [name, ''])),
      condition: 'EXCELLENT',
      categoryId: '',
      location: '',
      description: '',
      ...readDraft(userId),
    },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => {
    const { unsubscribe } = watch(fields => storeDraft(userId, fields))
    return unsubscribe
  }, [watch, userId])

  async function post({ image, resalePrice, originalPrice, ...rest }: Filled) {
    setRejection(undefined)
    try {
      await send(async signal => {
        const address = await addressOf(image, signal)
        await create({ ...rest, images: [address], resalePriceCents: resalePrice, originalPriceCents: originalPrice })
      })
    } catch (error) {
      if (!(error instanceof PictureNotSent)) return setRejection(error)
      return setError('image', { message: nothingLost(error.message) }, { shouldFocus: true })
    }
    forgetDraft(userId)
    onPosted(rest.productName)
  }

  return (
    <form
      noValidate
      onSubmit={event => void handleSubmit(post)(event)}
      className="grid grid-cols-1 gap-5 sm:grid-cols-2"
    >
      <fieldset disabled={isSending} className="contents">
        <TextField label="Model name" error={errors.productName?.message} {...register('productName')} />
        <TextField
          label="Your name"
          autoComplete="name"
          error={errors.sellerName?.message}
          {...register('sellerName')}
        />
        <div className="sm:col-span-2">
          <Controller
            control={control}
            name="image"
            render={({ field }) => (
              <PictureField
                file={field.value}
                error={errors.image?.message}
                inputRef={field.ref}
                onBlur={field.onBlur}
                onChange={field.onChange}
              />
            )}
          />
        </div>
        <SelectField
          label="Category"
          placeholder="Choose a category"
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          error={errors.categoryId?.message}
          {...register('categoryId')}
        />
        <SelectField
          label="Condition"
          options={conditions.map(value => ({ value, label: value.toLowerCase() }))}
          error={errors.condition?.message}
          {...register('condition')}
        />
        <TextField
          label="Original price"
          prefix="$"
          inputMode="decimal"
          hint="What it cost new."
          error={errors.originalPrice?.message}
          {...register('originalPrice')}
        />
        <TextField
          label="Resale price"
          prefix="$"
          inputMode="decimal"
          hint="What you ask for it."
          error={errors.resalePrice?.message}
          {...register('resalePrice')}
        />
        <LikelyPrice control={control} renderBand={renderBand} />
        <TextField
          label="Years used"
          inputMode="numeric"
          hint="Whole years; 0 for under a year."
          error={errors.yearsUsed?.message}
          {...register('yearsUsed')}
        />
        {asked.map(({ name, label, hint, unit }) => (
          <TextField
            key={name}
            label={`${label}${unit} (optional)`}
            inputMode="numeric"
            hint={hint}
            error={errors[name]?.message}
            {...register(name)}
          />
        ))}
        <TextField
          label="Location"
          autoComplete="address-level2"
          error={errors.location?.message}
          {...register('location')}
        />
        <div className="sm:col-span-2">
          <TextAreaField
            label="Description"
            hint="Battery, scratches, what is in the box."
            error={errors.description?.message}
            {...register('description')}
          />
        </div>
      </fieldset>
      <div className="grid gap-4 sm:col-span-2">
        {progress !== undefined && <ProgressBar label="Sending the picture" percent={progress} />}
        <FormError refusal={rejection === undefined ? undefined : messageOf(rejection)} />
        {canProveMore(rejection, { emailVerified }) && (
          <Link to="/dashboard/account" className="font-semibold underline">
            Prove your email
          </Link>
        )}
        <Button type="submit" busy={isSubmitting} className="sm:justify-self-start">
          Add product
        </Button>
      </div>
    </form>
  )
}

type Typed = z.input<typeof AddProductSchema>
type LikelyPriceProps = Pick<AddProductFormProps, 'renderBand'> & { control: Control<Typed, unknown, Filled> }

const described = ['productName', 'categoryId', 'condition', 'yearsUsed'] as const

/** What others like it cost, as soon as enough of the phone is described. */
function LikelyPrice({ control, renderBand }: LikelyPriceProps) {
  const [productName, categoryId, condition, yearsUsed] = useWatch({ control, name: described })
  const resalePrice = useWatch({ control, name: 'resalePrice' })
  const years = CreateListingForm.shape.yearsUsed.safeParse(yearsUsed)
  const phone = PriceEstimateInput.safeParse({ productName, categoryId, condition, yearsUsed: years.data })
  const price = CreateListingForm.shape.resalePrice.safeParse(resalePrice)
  if (!renderBand || !phone.success) return null
  return <div className="empty:hidden sm:col-span-2">{renderBand(phone.data, price.data)}</div>
}
