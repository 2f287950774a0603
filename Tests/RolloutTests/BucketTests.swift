import Foundation
import Rollout
import StrictJSON
import Testing

@Suite struct BucketTests {
    @Test("Every handed vector falls into its bucket")
    func vectors() throws {
        let file = try #require(Bundle.module.url(forResource: "bucketing", withExtension: "json"))
        guard case .object(let document) = try JSON(parsing: Array(try Data(contentsOf: file))),
            case .array(let cases) = document["cases"]
        else {
            Issue.record("the vectors are not what they should be")
            return
        }
        #expect(document["algorithm"] == "bucket-v1")
        #expect(document["buckets"] == .integer(Int64(Bucket.count)))
        #expect(cases.count > 100)
        for vector in cases {
            guard case .object(let members) = vector, case .string(let salt) = members["salt"],
                case .string(let installation) = members["installationID"]
            else {
                Issue.record("not a vector: \(vector.text)")
                continue
            }
            let bucket = Bucket(salt: salt, installation: installation)
            #expect(members["bucket"] == .integer(Int64(bucket.value)), "\(salt) \(installation)")
        }
    }
}
