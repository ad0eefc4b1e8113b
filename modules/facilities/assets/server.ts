import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { AssetsApi } from "./contract.ts"
import { changeAsset, readMeter, registerAsset, retireAsset, setAssetStatus } from "./commands.ts"
import { assetList } from "./queries.ts"
import { assets } from "./asset.ts"

const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)
const asset = answering(assets, assetList)

export const AssetsLive = HttpApiBuilder.group(AssetsApi, "assets", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/assets", assetList(who), { active: "true", ...query })),
    one: ({ params }) => asset.one(params.id),
    history: ({ params }) => asset.history(params.id),
    register: ({ payload: { location, manufacturer, model, serialNumber, inServiceSince, meterUnit, meterReading, notes, status, ...given } }) =>
      asset.execute(
        registerAsset,
        {
          ...given,
          status: status ?? "operational",
          location: location ?? "",
          manufacturer: manufacturer ?? "",
          model: model ?? "",
          serialNumber: orNull(serialNumber),
          inServiceSince: orNull(inServiceSince),
          meterUnit: orNull(meterUnit),
          meterReading: orNull(meterReading),
          notes: notes ?? "",
        },
        201,
      ),
    change: ({ params: { id }, payload: { serialNumber, inServiceSince, ...given } }) =>
      asset.execute(changeAsset, {
        id,
        ...given,
        ...(serialNumber !== undefined && { serialNumber: orNull(serialNumber) }),
        ...(inServiceSince !== undefined && { inServiceSince: orNull(inServiceSince) }),
      }),
    status: ({ params: { id }, payload: { status, reason } }) => asset.execute(setAssetStatus, { id, status, reason: reason ?? "" }),
    read: ({ params: { id }, payload: { reading, date, replaced } }) =>
      Effect.flatMap(Who, ({ today }) => asset.execute(readMeter, { id, reading, date: date ?? today, replaced: replaced ?? false })),
    retire: ({ params: { id }, payload }) => asset.execute(retireAsset, { id, ...payload }),
  }),
)
