import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Backend } from "./Backend.ts"
import { freePort } from "../../src/testing/FreePort.ts"
import { mavenLibraries } from "./MavenLibraries.ts"
import { daemon, isAlive, remembered, run, stop, until } from "./Server.ts"

const version = "3.9.1"
const user = "plinth"
const password = "plinth-secret"

/** Returns the server's programs, which are downloaded once from Maven Central. */
const libraries = (): Promise<string> =>
  mavenLibraries(`kafka-${version}`, [`org.apache.kafka:kafka_2.13:${version}`, "org.slf4j:slf4j-reload4j:1.7.36"])

/**
 * Creates a certificate authority and a certificate for `localhost` and 127.0.0.1 signed by it, which the server reads
 * as one PEM file.
 */
const makeCertificates = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const key = ["openssl", "req", "-newkey", "rsa:2048", "-nodes"]
  await run([...key, "-x509", "-days", "365", "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem"], {
    cwd: folder
  })
  await run([...key, "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr"], { cwd: folder })
  writeFileSync(join(folder, "names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n")
  const sign = ["openssl", "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"]
  await run([...sign, "-days", "365", "-out", "server.crt", "-extfile", "names"], { cwd: folder })
  const parts = ["server.key", "server.crt", "ca.pem"].map((name) => readFileSync(join(folder, name), "utf8"))
  writeFileSync(join(folder, "server.pem"), parts.join(""))
}

const log4j = `log4j.rootLogger=WARN, out
log4j.logger.kafka.server=INFO
log4j.appender.out=org.apache.log4j.ConsoleAppender
log4j.appender.out.layout=org.apache.log4j.PatternLayout
log4j.appender.out.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
`

const paths = (folder: string) => {
  const own = join(folder, "kafka")
  return {
    own,
    data: join(own, "data"),
    settings: join(own, "server.properties"),
    log: join(own, "log"),
    pidFile: join(own, "pid"),
    authority: join(own, "tls/ca.pem")
  }
}

const ports = async (folder: string) => {
  const own = async (name: string) => remembered(folder, `kafka.${name}.port`, async () => String(await freePort()))
  return { plain: await own("plain"), control: await own("control"), sasl: await own("sasl"), tls: await own("tls") }
}

/**
 * Returns the properties of a node that is both broker and controller. Sessions are short, so that a killed broker can
 * rejoin within seconds.
 */
const properties = async (folder: string): Promise<string> => {
  const { data, own } = paths(folder)
  const { control, plain, sasl, tls } = await ports(folder)
  const plainLogin = `org.apache.kafka.common.security.plain.PlainLoginModule required user_${user}="${password}";`
  const scramLogin = "org.apache.kafka.common.security.scram.ScramLoginModule required;"
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${control}
listeners=PLAINTEXT://127.0.0.1:${plain},CONTROLLER://127.0.0.1:${control},SASL://127.0.0.1:${sasl},SSL://127.0.0.1:${tls}
advertised.listeners=PLAINTEXT://127.0.0.1:${plain},SASL://127.0.0.1:${sasl},SSL://localhost:${tls}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL:SASL_PLAINTEXT,SSL:SASL_SSL
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512
listener.name.sasl.plain.sasl.jaas.config=${plainLogin}
listener.name.sasl.scram-sha-256.sasl.jaas.config=${scramLogin}
listener.name.sasl.scram-sha-512.sasl.jaas.config=${scramLogin}
listener.name.ssl.plain.sasl.jaas.config=${plainLogin}
listener.name.ssl.scram-sha-256.sasl.jaas.config=${scramLogin}
listener.name.ssl.scram-sha-512.sasl.jaas.config=${scramLogin}
ssl.keystore.type=PEM
ssl.keystore.location=${own}/tls/server.pem
log.dirs=${data}
num.partitions=4
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
broker.heartbeat.interval.ms=500
broker.session.timeout.ms=3000
`
}

/**
 * Apache Kafka in KRaft mode, of the programs in Maven Central: a listener without a password, one with (SASL), and one
 * with a password over TLS. Needs Java 17, Maven and OpenSSL.
 */
export const kafka: Backend = {
  up: async (folder) => {
    const { authority, data, log, own, pidFile, settings } = paths(folder)
    mkdirSync(own, { recursive: true })
    const { plain, sasl, tls } = await ports(folder)
    if (!isAlive(pidFile)) {
      // The server is started and killed repeatedly, so slow compilation does not pay off.
      const java = [
        "java",
        "-XX:TieredStopAtLevel=1",
        `-Dlog4j.configuration=file:${own}/log4j.properties`,
        "-cp",
        `${await libraries()}/*`
      ]
      if (!existsSync(authority)) await makeCertificates(dirname(authority))
      writeFileSync(settings, await properties(folder))
      writeFileSync(join(own, "log4j.properties"), log4j)
      if (!existsSync(join(data, "meta.properties"))) {
        const tool = [...java, "kafka.tools.StorageTool"]
        const id = (await run([...tool, "random-uuid"])).trim().split("\n").at(-1)!
        const scram = ["SCRAM-SHA-256", "SCRAM-SHA-512"].flatMap((mechanism) => [
          "--add-scram",
          `${mechanism}=[name=${user},password=${password}]`
        ])
        await run([...tool, "format", "-t", id, "-c", settings, ...scram])
      }
      // The log of an earlier server must not be mistaken for that of this one.
      writeFileSync(log, "")
      daemon(
        [...java.slice(0, 1), "-Xms128m", "-Xmx512m", "-XX:+UseSerialGC", ...java.slice(1), "kafka.Kafka", settings],
        {
          log,
          pidFile
        }
      )
    }
    await until("The start of Kafka", () => {
      if (!isAlive(pidFile)) throw new Error(`Kafka ended: ${readFileSync(log, "utf8").slice(-2000)}`)
      return readFileSync(log, "utf8").includes("Kafka Server started")
    })
    return {
      QUEUE: "kafka",
      KAFKA_BROKERS: `127.0.0.1:${plain}`,
      // Tests also need the other listeners with their credentials, and the folder of the server in order to stop it.
      KAFKA_PASSWORD_LISTENER: `127.0.0.1:${sasl}`,
      KAFKA_TLS_LISTENER: `localhost:${tls}`,
      KAFKA_AUTHORITY: authority,
      KAFKA_USER: user,
      KAFKA_PASSWORD: password,
      KAFKA_FOLDER: folder
    }
  },
  down: (folder) => stop(paths(folder).pidFile)
}
