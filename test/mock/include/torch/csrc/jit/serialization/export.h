// Mock of torch/csrc/jit/serialization/export.h.
#pragma once
#include <torch/csrc/jit/frontend/tracer.h>
#include <map>
namespace ONNX_NAMESPACE { class ModelProto; }
namespace torch {
namespace onnx {
enum class OperatorExportTypes { ONNX, ONNX_ATEN, ONNX_ATEN_FALLBACK, ONNX_FALLTHROUGH };
}
namespace jit {
using RawDataExportMap = std::unordered_map<std::string, at::Tensor>;
struct ShapeSymbol;
using SymbolDimMap = std::map<int64_t, std::string>;
using NodeNameMap = std::unordered_map<const Node*, std::string>;
using NodeAttrNameMap = std::unordered_map<const Node*, std::unordered_map<std::string, std::string>>;
std::tuple<std::shared_ptr<::ONNX_NAMESPACE::ModelProto>, RawDataExportMap, SymbolDimMap, bool, NodeNameMap> export_onnx(
    const std::shared_ptr<Graph>& graph, const std::map<std::string, at::Tensor>& initializers, int64_t onnx_opset_version,
    const std::unordered_map<std::string, std::unordered_map<int64_t, std::string>>& dynamic_axes, bool defer_weight_export = false,
    ::torch::onnx::OperatorExportTypes operator_export_type = ::torch::onnx::OperatorExportTypes::ONNX, bool strip_doc_string = true,
    bool keep_initializers_as_inputs = true, const std::map<std::string, int>& custom_opsets = {}, bool add_node_names = true,
    bool use_external_data_format = false, const std::string& onnx_file_path = std::string(), const NodeAttrNameMap& node_attr_to_name = {});
void ExportModule(const Module& module, std::ostream& out, const ExtraFilesMap& metadata = ExtraFilesMap(), bool bytecode_format = false,
                  bool save_mobile_debug_info = false, bool use_flatbuffer = false);
void ExportModule(const Module& module, const std::string& filename, const ExtraFilesMap& metadata = ExtraFilesMap(), bool bytecode_format = false,
                  bool save_mobile_debug_info = false, bool use_flatbuffer = false);
} // namespace jit
} // namespace torch
