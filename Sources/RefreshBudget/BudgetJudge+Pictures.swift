import Rollout
import Thumbnails
import WallpaperManifest

extension BudgetJudge {
    /// A finding for each family and limit, with all devices that break it.
    var pictureFindings: [BudgetFinding] {
        var families: [WidgetFamily] = []
        for check in pictures where !families.contains(check.place.family) {
            families.append(check.place.family)
        }
        return families.flatMap { family in
            PictureCheck.Violation.allCases.compactMap { violation in
                let failing = pictures.filter {
                    $0.place.family == family && $0.violations.contains(violation)
                }
                return failing.isEmpty ? nil : finding(violation, family, failing)
            }
        }
    }

    /// - Parameter failing: At least one, all of that family.
    private func finding(
        _ violation: PictureCheck.Violation,
        _ family: WidgetFamily,
        _ failing: [PictureCheck]
    ) -> BudgetFinding {
        let total = pictures.count { $0.place.family == family }
        let places = failing.map(\.place.device)
        let names = places.count == total ? "all \(total) devices" : places.joined(separator: ", ")
        let worst = failing.max { Self.excess($0, violation) < Self.excess($1, violation) } ?? failing[0]
        let entries = worst.entries == 1 ? "1 entry" : "\(worst.entries) entries"
        switch violation {
        case .area:
            let size = worst.largest.map { "\($0)" } ?? "a picture"
            let fitting =
                worst.largest.map { "; \($0.shrunk(toArea: worst.areaCap)) is taken everywhere" } ?? ""
            return BudgetFinding(
                .imageTooLarge,
                "\(family.rawValue): \(size) turns the widget black on \(names): "
                    + "\(worst.place.device) takes at most \(NumberText.grouped(Double(worst.areaCap))) pixels",
                fix: "a recipe, whose pictures fit each device" + fitting
            )
        case .missing:
            return BudgetFinding(
                .imageTooLarge,
                "\(family.rawValue): a recipe has no picture small enough for \(names)",
                fix: "`thumbnailer classes`"
            )
        case .memory:
            return BudgetFinding(
                .memory,
                "\(family.rawValue): \(entries) decoded take \(NumberText.megabytes(worst.decodedBytes)) of the "
                    + "\(NumberText.megabytes(worst.memoryBytes)) that memory leaves on \(names)",
                fix: Self.fewer(failing)
            )
        case .archive:
            return BudgetFinding(
                .archive,
                "\(family.rawValue): \(entries) encoded take \(NumberText.megabytes(worst.archivedBytes)) of the "
                    + "\(NumberText.megabytes(worst.archiveBytes)) that a timeline's archive holds on \(names)",
                fix: Self.fewer(failing)
            )
        }
    }

    /// By how much a limit is broken.
    private static func excess(_ check: PictureCheck, _ violation: PictureCheck.Violation) -> Double {
        switch violation {
        case .area: Double(check.largest?.area ?? 0) / Double(check.areaCap)
        case .memory: Double(check.decodedBytes) / Double(check.memoryBytes)
        case .archive: Double(check.archivedBytes) / Double(check.archiveBytes)
        case .missing: 1
        }
    }

    private static func fewer(_ failing: [PictureCheck]) -> String {
        let fitting = failing.map(\.entriesThatFit).min() ?? 0
        if fitting == 0 { return "smaller pictures" }
        return "at most \(fitting == 1 ? "1 entry" : "\(fitting) entries"), or smaller pictures"
    }
}
