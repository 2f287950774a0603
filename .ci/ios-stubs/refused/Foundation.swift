// refused: no such module 'Foundation'
import Foundation
