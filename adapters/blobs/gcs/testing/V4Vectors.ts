const host = "https://storage.googleapis.com"
const credential = "test-iam-credentials%40dummy-project-id.iam.gserviceaccount.com"
const query = (day: string, seconds: number) =>
  `?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=${credential}%2F${day}%2Fauto%2Fstorage%2Fgoog4_request` +
  `&X-Goog-Date=${day}T090000Z&X-Goog-Expires=${seconds}&X-Goog-SignedHeaders=host`

/** A permission, with the URL and the signature that Google's libraries create for it. */
export interface Vector {
  readonly description: string
  readonly method: "GET" | "PUT"
  readonly bucket: string
  readonly object: string
  readonly seconds: number
  readonly at: string
  readonly url: string
  readonly signature: string
}

/** The service account of the vectors, which is used for nothing else. */
export const email = "test-iam-credentials@dummy-project-id.iam.gserviceaccount.com"

/** The public half of its key. */
export const publicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArD8zIqyKLbX0Nq8o0Jj1
qHEhHhqO3+0OP7TEFx5Vxc6PdwBoFNrfnJRI/S+ZaDYS1avr5Pqpp8g8+UNOMvI1
VsjGM8xjTaxkVv8mmKp6pSmQstTt25pzY1exA2wv4xNWSwWNFNx2kh35+kvTQ/DF
3YA9P7pUU1sKur1PP8OoubWLFO59iy5UE5dX0O/3pjvZ2HAhSXsx2VWtB5nlrHR8
FrKJNLJMEGEDSMz9yRfQaUeYCU9oDYHuiqKQ3rCXi6C82l+3FJw5/ggJ5y7iw8ME
rCFSslcYQRbBVz6ZYKWkEcJhs8BG3/16bfaqNusNlDIJ99I7DmipUngF/HEulYhf
rQIDAQAB
-----END PUBLIC KEY-----
`

/**
 * Vectors of signatures in version 4 that use only features that the adapter signs.
 * Source: googleapis/conformance-tests, storage/v1/v4_signatures.json.
 */
export const vectors: ReadonlyArray<Vector> = [
  {
    description: "Simple GET",
    method: "GET",
    bucket: "test-bucket",
    object: "test-object",
    seconds: 10,
    at: "2019-02-01T09:00:00Z",
    url: `${host}/test-bucket/test-object${query("20190201", 10)}`,
    signature:
      "95e6a13d43a1d1962e667f17397f2b80ac9bdd1669210d5e08e0135df9dff4e56113485dbe429ca2266487b9d1796ebdee2d7cf682a6ef3bb9fbb4c351686fba90d7b621cf1c4eb1fdf126460dd25fa0837dfdde0a9fd98662ce60844c458448fb2b352c203d9969cb74efa4bdb742287744a4f2308afa4af0e0773f55e32e92973619249214b97283b2daa14195244444e33f938138d1e5f561088ce8011f4986dda33a556412594db7c12fc40e1ff3f1bedeb7a42f5bcda0b9567f17f65855f65071fabb88ea12371877f3f77f10e1466fff6ff6973b74a933322ff0949ce357e20abe96c3dd5cfab42c9c83e740a4d32b9e11e146f0eb3404d2e975896f74"
  },
  {
    description: "Simple PUT",
    method: "PUT",
    bucket: "test-bucket",
    object: "test-object",
    seconds: 10,
    at: "2019-02-01T09:00:00Z",
    url: `${host}/test-bucket/test-object${query("20190201", 10)}`,
    signature:
      "8adff1d4285739e31aa68e73767a46bc5511fde377497dbe08481bf5ceb34e29cc9a59921748d8ec3dd4085b7e9b7772a952afedfcdaecb3ae8352275b8b7c867f204e3db85076220a3127a8a9589302fc1181eae13b9b7fe41109ec8cdc93c1e8bac2d7a0cc32a109ca02d06957211326563ab3d3e678a0ba296e298b5fc5e14593c99d444c94724cc4be97015dbff1dca377b508fa0cb7169195de98d0e4ac96c42b918d28c8d92d33e1bd125ce0fb3cd7ad2c45dae65c22628378f6584971b8bf3945b26f2611eb651e9b6a8648970c1ecf386bb71327b082e7296c4e1ee2fc0bdd8983da80af375c817fb1ad491d0bc22c0f51dba0d66e2cffbc90803e47"
  },
  {
    description: "Vary expiration and timestamp",
    method: "GET",
    bucket: "test-bucket",
    object: "test-object",
    seconds: 20,
    at: "2019-03-01T09:00:00Z",
    url: `${host}/test-bucket/test-object${query("20190301", 20)}`,
    signature:
      "9669ed5b10664dc594c758296580662912cf4bcc5a4ba0b6bf055bcbf6f34eed7bdad664f534962174a924741a0c273a4f67bc1847cef20192a6beab44223bd9d4fbbd749c407b79997598c30f82ddc269ff47ec09fa3afe74e00616d438df0d96a7d8ad0adacfad1dc3286f864d924fe919fb0dce45d3d975c5afe8e13af2db9cc37ba77835f92f7669b61e94c6d562196c1274529e76cfff1564cc2cad7d5387dc8e12f7a5dfd925685fe92c30b43709eee29fa2f66067472cee5423d1a3a4182fe8cea75c9329d181dc6acad7c393cd04f8bf5bc0515127d8ebd65d80c08e19ad03316053ea60033fd1b1fd85a69c576415da3bf0a3718d9ea6d03e0d66f0"
  },
  {
    description: "Vary bucket and object",
    method: "GET",
    bucket: "test-bucket2",
    object: "test-object2",
    seconds: 10,
    at: "2019-02-01T09:00:00Z",
    url: `${host}/test-bucket2/test-object2${query("20190201", 10)}`,
    signature:
      "36e3d58dfd3ec1d2dd2f24b5ee372a71e811ffaa2162a2b871d26728d0354270bc116face87127532969c4a3967ed05b7309af741e19c7202f3167aa8c2ac420b61417d6451442bb91d7c822cd17be8783f01e05372769c88913561d27e6660dd8259f0081a71f831be6c50283626cbf04494ac10c394b29bb3bce74ab91548f58a37118a452693cf0483d77561fc9cac8f1765d2c724994cca46a83517a10157ee0347a233a2aaeae6e6ab5e204ff8fc5f54f90a3efdb8301d9fff5475d58cd05b181affd657f48203f4fb133c3a3d355b8eefbd10d5a0a5fd70d06e9515460ad74e22334b2cba4b29cae4f6f285cdb92d8f3126d7a1479ca3bdb69c207d860"
  }
]
