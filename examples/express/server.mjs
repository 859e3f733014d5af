import { createKeyward } from "@keyward/client"
import { withKeyward } from "@keyward/client/express"
import express from "express"

const keyward = createKeyward({ url: process.env.KEYWARD_URL, key: process.env.KEYWARD_KEY })
const documents = [{ title: "Terms", owner: "user_120" }]

const app = express()
app.use(express.json())

app.get("/documents", withKeyward(keyward, { permissions: "documents.read" }), (request, response) => {
  const owner = request.keyward.identity?.externalId
  response.json(documents.filter((document) => document.owner === owner))
})

app.post("/documents", withKeyward(keyward, { permissions: "documents.write" }), (request, response) => {
  const document = { title: String(request.body?.title), owner: request.keyward.identity?.externalId }
  documents.push(document)
  response.status(201).json(document)
})

app.listen(process.env.PORT ?? 3000, () => console.log("Listening."))
