import "reflect-metadata"
import { createKeyward } from "@keyward/client"
import { KeyVerdict, type Verdict, withKeyward } from "@keyward/client/nest"
import { Controller, ForbiddenException, Get, Module, Param, UseGuards } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"

const keyward = createKeyward({ url: process.env.KEYWARD_URL, key: process.env.KEYWARD_KEY })
const roomsPerPlan: Readonly<Record<string, readonly string[]>> = {
  free: ["lobby"],
  pro: ["lobby", "studio"],
}

@Controller("rooms")
@UseGuards(withKeyward(keyward))
class RoomsController {
  @Get()
  list(@KeyVerdict() verdict: Verdict) {
    return { rooms: roomsOf(verdict) }
  }

  @Get(":name")
  open(@Param("name") name: string, @KeyVerdict() verdict: Verdict) {
    if (!roomsOf(verdict).includes(name)) throw new ForbiddenException(`Your plan does not include the room ${name}.`)
    return { opened: name, by: verdict.identity?.externalId }
  }
}

/** You store the plan of a customer in `meta` when you issue the key. */
function roomsOf({ meta }: Verdict): readonly string[] {
  return roomsPerPlan[String(meta?.plan ?? "free")] ?? []
}

@Module({ controllers: [RoomsController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ["error", "warn"] })
await app.listen(process.env.PORT ?? 3000)
